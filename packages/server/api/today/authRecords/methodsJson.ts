import type { AuthLink } from '../../../auth/oauth2/authLink.ts'

/** A way that can be switched off. `duration` is in seconds. */
interface Switched {
  enabled: boolean
  duration: number
}

/** The ways to sign in to a collection. Without `providers`, OAuth2 is off. */
interface Methods {
  usernamePassword: boolean
  emailPassword: boolean
  /** The fields by which records sign in with a password; empty if passwords are off. */
  identityFields: readonly string[]
  providers: readonly AuthLink[] | undefined
  otp?: Switched
  mfa?: Switched
}

const off = { enabled: false, duration: 0 }

const shown = ({ enabled, duration }: Switched): Switched => (enabled ? { enabled, duration } : off)

/** Returns the ways to sign in, with the keys of both 0.22 and later versions, as PocketBase 0.39 itself does. */
export function methodsJson({ usernamePassword, emailPassword, identityFields, providers, mfa = off, otp = off }: Methods) {
  const linked = providers?.map(({ authUrl, ...link }) => ({ ...link, authURL: authUrl, authUrl }))
  return {
    password: { enabled: identityFields.length > 0, identityFields },
    oauth2: { enabled: linked !== undefined, providers: linked?.map(link => ({ ...link, logo: '' })) ?? [] },
    mfa: shown(mfa),
    otp: shown(otp),
    authProviders: linked?.map(link => ({ ...link, logo: '' })) ?? null,
    usernamePassword,
    emailPassword,
  }
}
