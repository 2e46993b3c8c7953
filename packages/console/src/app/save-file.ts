/** Hands a file to the browser, which saves it. */
export function saveFile(file: Blob, name: string) {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
