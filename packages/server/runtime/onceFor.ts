/** What is made of an object: once, and given again for as long as the object is there. */
export const onceFor = <Of extends object, Made extends object | boolean>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const known = new WeakMap<Of, Made>()
  return of => {
    const before = known.get(of)
    if (before !== undefined) return before
    const made = make(of)
    known.set(of, made)
    return made
  }
}
