const organizationKey = 'stemma.organization'

/** The organization that was open last in this browser. */
export function rememberedOrganization(): string | null {
  return localStorage.getItem(organizationKey)
}

export function rememberOrganization(organizationId: string) {
  localStorage.setItem(organizationKey, organizationId)
}
