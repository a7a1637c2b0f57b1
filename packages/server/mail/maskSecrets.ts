import { mask, type Smtp } from '@coffer/schema'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Returns the forms in which an SMTP password is sent, and could therefore occur in the server's responses. */
const formsOf = ({ username, password }: Smtp): string[] =>
  password === '' ? [] : [base64(`\0${username}\0${password}`), base64(password), password]

const tokens = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** Masks the SMTP password and tokens of links in a text from outside. */
export const maskSecrets = (text: string, smtp: Smtp): string =>
  formsOf(smtp)
    .reduce((safe, secret) => safe.replaceAll(secret, mask), text)
    .replace(tokens, mask)
