/** A moment in the stored form: UTC, `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export const dateText = (moment: Date): string => moment.toISOString().replace('T', ' ')

/** This moment in the stored form. */
export const now = (): string => dateText(new Date())
