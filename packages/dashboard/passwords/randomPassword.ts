import { customAlphabet } from 'nanoid'

/** Generates a cryptographically random password. */
export const randomPassword = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
