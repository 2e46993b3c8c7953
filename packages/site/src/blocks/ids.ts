/** Makes IDs unique within a page: an ID that is taken gets the first free number. */
export function idTaker(): (id: string) => string {
  const taken = new Map<string, number>()
  return (id) => {
    let number = taken.get(id) ?? 0
    taken.set(id, number + 1)
    if (number === 0) return id
    while (taken.has(`${id}-${number}`)) number++
    taken.set(`${id}-${number}`, 1)
    return `${id}-${number}`
  }
}
