import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { accessSchemas } from './accessSchemas.ts'
import { adminSchemas } from './adminSchemas.ts'
import { codeSchemas } from './codeSchemas.ts'
import { collectionSchemas } from './collectionSchemas.ts'
import { anyObject, date, flag, integer, list, object, text } from './objectSchema.ts'
import { todaySchemas } from './todaySchemas.ts'

const provider = object({
  name: text,
  displayName: text,
  state: text,
  authUrl: { ...text, description: 'Ends with an empty `redirect_uri=`, to which you append your redirect URL.' },
  codeVerifier: text,
  codeChallenge: text,
  codeChallengeMethod: text,
})

/** The schemas that do not depend on the collections. */
export const sharedSchemas = {
  ...accessSchemas,
  ...adminSchemas,
  ...codeSchemas,
  ...collectionSchemas,
  ...todaySchemas,
  Error: object({
    code: { ...integer, description: 'The status of the response.' },
    message: text,
    data: {
      type: 'object',
      description: 'An issue with `code` and `message` for each invalid key of the body; empty if the error has another reason.',
    },
  }),
  OtpRequested: object({ otpId: { ...text, description: 'Sent with the one-time password of the mail.' } }),
  AuthMethods: object({ usernamePassword: flag, emailPassword: flag, onlyVerified: flag, authProviders: list(provider) }),
  ExternalAuths: list(
    object({
      id: text,
      created: date,
      updated: date,
      collectionId: text,
      recordId: text,
      provider: text,
      providerId: { ...text, description: 'The id of the account at the provider.' },
    }),
  ),
  OAuth2User: object({
    id: text,
    name: text,
    username: text,
    email: text,
    avatarUrl: text,
    accessToken: text,
    refreshToken: text,
    expiry: date,
    rawUser: { ...anyObject, description: 'The response of the provider.' },
    isNew: { ...flag, description: 'Whether the record was created.' },
  }),
  FileToken: object({ token: text }),
  HeldReturn: object({ application: text, appName: text, providers: list(text) }),
} satisfies Record<string, JsonSchema>

export type SharedSchemaName = keyof typeof sharedSchemas
