/** Returns what an admin types to confirm that collections are opened: the name of the only one, or how many there are. */
export function typedNameOf(collections: readonly string[]): { typedName?: string } {
  const [first, ...more] = new Set(collections)
  if (first === undefined) return {}
  return { typedName: more.length === 0 ? first : `${more.length + 1} collections` }
}
