const letters = 'a-zA-Z\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef'
const atom = `[${letters}0-9!#$%&'*+\\-/=?^_\`{|}~]+`
const label = `[${letters}0-9](?:[${letters}0-9\\-._~]*[${letters}0-9])?`
const topLevel = `[${letters}](?:[${letters}0-9\\-_~]*[${letters}])?`

const emailForm = new RegExp(`^${atom}(?:\\.${atom})*@${label}\\.${topLevel}\\.?$`)

/**
 * Whether a text has the syntax of an email address with a top-level domain. The domain is not looked up. Quoted local parts are
 * rejected: mail servers hardly support them, and they are mostly used in attacks.
 */
export function isEmail(text: string): boolean {
  return emailForm.test(text)
}
