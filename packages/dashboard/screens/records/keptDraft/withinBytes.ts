/** Those of the files, in their order, that have room together; a smaller one may still fit where a larger one does not. */
export function withinBytes<Sized extends { size: number }>(files: readonly Sized[], room: number): Sized[] {
  let left = room
  return files.filter(({ size }) => {
    if (size > left) return false
    left -= size
    return true
  })
}
