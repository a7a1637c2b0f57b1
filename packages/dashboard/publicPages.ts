import { lazyRouteComponent } from '@tanstack/react-router'

const verification = lazyRouteComponent(() => import('./screens/accountLinks/VerificationScreen.tsx'), 'VerificationScreen')
const passwordReset = lazyRouteComponent(() => import('./screens/accountLinks/PasswordResetScreen.tsx'), 'PasswordResetScreen')
const emailChange = lazyRouteComponent(() => import('./screens/accountLinks/EmailChangeScreen.tsx'), 'EmailChangeScreen')
const confirmSignIn = lazyRouteComponent(() => import('./screens/oauth2Redirect/ConfirmSignInScreen.tsx'), 'ConfirmSignInScreen')
const loadRedirects = () => import('./screens/oauth2Redirect/redirectScreens.tsx')

/** Pages that need no session. Links in mails of older versions begin with `/users`. */
export const publicPages = [
  ...['/auth', '/users'].flatMap(prefix => [
    { path: `${prefix}/confirm-verification/$token`, component: verification },
    { path: `${prefix}/confirm-password-reset/$token`, component: passwordReset },
    { path: `${prefix}/confirm-email-change/$token`, component: emailChange },
  ]),
  { path: '/auth/oauth2-confirm/$token', component: confirmSignIn },
  { path: '/auth/oauth2-redirect-success', component: lazyRouteComponent(loadRedirects, 'RedirectSuccessScreen') },
  { path: '/auth/oauth2-redirect-failure', component: lazyRouteComponent(loadRedirects, 'RedirectFailureScreen') },
]
