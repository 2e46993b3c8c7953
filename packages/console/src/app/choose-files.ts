/** Lets the person choose files of their machine. */
export function chooseFiles(accept: string, use: (files: readonly File[]) => void) {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', multiple: true, accept, hidden: true })
  input.addEventListener('change', () => use([...(input.files ?? [])]))
  for (const end of ['change', 'cancel']) input.addEventListener(end, () => input.remove())
  // Outside of the document it could be collected as garbage while somebody chooses.
  document.body.append(input)
  input.click()
}

/** Types that browsers show. Others are files to download. */
export function isPicture(contentType: string): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/.test(contentType)
}
