/** Returns the files that fit into the limit, in order. A file that is too large does not stop smaller ones from fitting. */
export function withinBytes<Sized extends { size: number }>(files: readonly Sized[], room: number): Sized[] {
  let left = room
  return files.filter(({ size }) => {
    if (size > left) return false
    left -= size
    return true
  })
}
