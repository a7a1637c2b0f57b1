import { mask, type Smtp } from '@coffer/schema'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The forms in which the password of a mail server goes over the wire, and so could come back in what the server says. */
const formsOf = ({ username, password }: Smtp): string[] =>
  password === '' ? [] : [base64(`\0${username}\0${password}`), base64(password), password]

const tokens = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** Takes the password of the mail server, and the tokens of links, out of a text that came from outside. */
export const maskSecrets = (text: string, smtp: Smtp): string =>
  formsOf(smtp)
    .reduce((safe, secret) => safe.replaceAll(secret, mask), text)
    .replace(tokens, mask)
