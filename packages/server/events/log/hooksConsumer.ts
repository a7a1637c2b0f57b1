/** The name of the consumer of the log that all hooks share. */
export const hooksConsumer = 'hooks'
