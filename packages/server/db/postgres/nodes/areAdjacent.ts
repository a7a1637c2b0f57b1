/** Whether nodes of two versions understand each other: the same major version, and at most one minor version between them. */
export function areAdjacent(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major === otherMajor && Math.abs(minor - otherMinor) <= 1
}
