import { randomSecret } from '../../crypto/randomText.ts'

/** A name for a column that has to wait for its own; nothing else has it. */
export const temporaryName = (column: string): string => column + randomSecret(5)
