const letters = 'a-zA-Z\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef'
const atom = `[${letters}0-9!#$%&'*+\\-/=?^_\`{|}~]+`
const label = `[${letters}0-9](?:[${letters}0-9\\-._~]*[${letters}0-9])?`
const topLevel = `[${letters}](?:[${letters}0-9\\-_~]*[${letters}])?`

const emailForm = new RegExp(`^${atom}(?:\\.${atom})*@${label}\\.${topLevel}\\.?$`)

/**
 * Whether a text has the form of an e-mail address with a top-level domain; the domain is not looked up. A quoted name before the @
 * is none: mail servers hardly know such, and only attacks on them do.
 */
export const isEmail = (text: string): boolean => emailForm.test(text)
