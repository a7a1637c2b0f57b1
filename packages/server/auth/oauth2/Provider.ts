import type { ProviderName } from '@coffer/schema'
import * as v from 'valibot'
import type { ProviderUser } from './ProviderProof.ts'

/** A response of a provider. */
export interface ProviderReply {
  status: number
  /** Parses the body. Throws if it is not JSON. */
  json: () => unknown
}

/** The provider's token response, and a function for further requests with the access token. */
export interface UserSource {
  clientId: string
  authUrl: string
  tokenUrl: string
  userApiUrl: string
  /** The token response. */
  token: Readonly<Record<string, unknown>>
  /** Sends a GET request; a POST request if it has a body. */
  request: (address: string, headers?: Record<string, string>, body?: string) => Promise<ProviderReply>
}

/** Definition of an OAuth2 provider: everything that is not configured in the settings. */
export interface Provider {
  name: ProviderName
  displayName: string
  /** Default URLs; empty if the settings must define them. */
  authUrl: string
  tokenUrl: string
  userApiUrl: string
  scopes: readonly string[]
  /** Whether the provider supports PKCE. */
  pkce: boolean
  /** Whether the provider only reports verified email addresses. `toUser` can override this for a user. */
  verifiesEmails: boolean
  /** Additional parameters of the authorization URL. */
  authParameters?: Readonly<Record<string, string>>
  /** Additional headers of the user request. */
  userHeaders?: (source: UserSource) => Record<string, string>
  /** The GraphQL query for the user, if the user API is a GraphQL endpoint. */
  userQuery?: string
  /** Loads the user if the provider has no user API. */
  findUser?: (source: UserSource) => Promise<Record<string, unknown>>
  /** Parses the user. Rejects if the response has an unexpected form, or if the user is not allowed to sign in. */
  toUser: (reply: unknown, source: UserSource) => Promise<ProviderUser>
}

type Reply = v.GenericSchema<unknown, Record<string, unknown>>

interface Description<Schema extends Reply> extends Omit<Provider, 'toUser'> {
  /** Schema of the used part of the user response. */
  reply: Schema
  toUser: (reply: v.InferOutput<Schema>, source: UserSource) => Partial<ProviderUser> | Promise<Partial<ProviderUser>>
}

const emptyUser = { id: '', name: '', username: '', email: '', avatarUrl: '' }

/** Creates a provider from its description. */
export function defineProvider<Schema extends Reply>({ reply: schema, toUser, ...kind }: Description<Schema>): Provider {
  return {
    ...kind,
    toUser: async (reply, source) => {
      const user = { ...emptyUser, isEmailVerified: kind.verifiesEmails, ...(await toUser(v.parse(schema, reply), source)) }
      return { ...user, isEmailVerified: user.isEmailVerified && user.email !== '' }
    },
  }
}
