/** Every address that answers carry, made from the address people reach this server by. */
export function addressesFor(publicUrl: string, appUrl: string) {
  const api = `${publicUrl}/v1`
  return {
    location: (path: string) => `${publicUrl}${path}`,
    user: (userId: string) => `${api}/users/${userId}`,
    organization: (organizationId: string) => `${api}/orgs/${organizationId}`,
    organizationApp: (organizationId: string) => `${appUrl}/o/${organizationId}`,
    space: (spaceId: string) => `${api}/spaces/${spaceId}`,
    spaceApp: (organizationId: string, spaceId: string) => `${appUrl}/o/${organizationId}/s/${spaceId}`,
    collection: (collectionId: string) => `${api}/collections/${collectionId}`,
    collectionApp: (organizationId: string, collectionId: string) =>
      `${appUrl}/o/${organizationId}/c/${collectionId}`,
  }
}

export type Addresses = ReturnType<typeof addressesFor>
