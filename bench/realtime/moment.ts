/** Milliseconds on a monotonic clock that all processes of the machine share. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6
