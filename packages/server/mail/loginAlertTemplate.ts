/** The mail about a sign-in with the password to a user with linked providers. The list of providers is between the two parts. */
export const loginAlertTemplate = (providers: readonly string[]) => ({
  subject: 'Password login alert',
  actionUrl: '',
  body: `<p>Hello,</p>
<p>
  Just to let you know that someone has logged in to your {APP_NAME} account using a password while you already have OAuth2
  ${providers.join(' | ')} auth linked.
</p>
<p>If you have recently signed in with a password, you may disregard this email.</p>
<p>
  <strong>If you don't recognize the above action, you should immediately change your {APP_NAME} account password.</strong>
</p>
<p>
  Thanks,<br/>
  {APP_NAME} team
</p>`,
})
