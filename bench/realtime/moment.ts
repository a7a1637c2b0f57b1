/** Milliseconds on a monotonic clock that all processes of the machine share. */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
