/** Told what is about to be done, for work that may take long. */
export type Report = (step: string) => Promise<void>

export const noReport: Report = async () => undefined
