/** Milliseconds on a clock that all processes of the machine share, and that nobody sets. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6
