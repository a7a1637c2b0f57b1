/** The password reset mail of admins. It is not configurable, so that a broken template cannot lock out admins. */
export const adminResetTemplate = {
  subject: 'Reset admin password',
  actionUrl: '{APP_URL}/_/#/confirm-password-reset/{TOKEN}',
  body: `<p>Hello,</p>
<p>Follow this link to reset your admin password for {APP_NAME}.</p>
<p>
  <a class="btn" href="{ACTION_URL}" target="_blank" rel="noopener">Reset password</a>
</p>
<p><i>If you did not request to reset your password, please ignore this email and the link will expire on its own.</i></p>`,
}
