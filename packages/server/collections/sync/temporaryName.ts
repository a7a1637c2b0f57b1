import { randomSecret } from '../../crypto/randomText.ts'

/** Returns a unique temporary name for a column. */
export const temporaryName = (column: string): string => column + randomSecret(5)
