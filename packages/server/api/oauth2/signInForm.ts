/** The body of a sign-in through an OAuth2 provider. */
export const signInForm = {
  provider: 'text',
  code: 'text',
  codeVerifier: 'text',
  redirectUrl: 'text',
  createData: 'json',
} as const
