import type { ProviderName } from '@coffer/schema'
import * as v from 'valibot'
import type { ProviderUser } from '../../messages/ProviderProof.ts'

/** A provider's answer to a question. */
export interface ProviderReply {
  status: number
  /** Throws when it is no JSON. */
  json: () => unknown
}

/** What a provider gave for a code, and how it is asked for more in the user's name. */
export interface UserSource {
  clientId: string
  authUrl: string
  tokenUrl: string
  userApiUrl: string
  /** The answer to the token request. */
  token: Readonly<Record<string, unknown>>
  ask: (address: string, headers?: Record<string, string>) => Promise<ProviderReply>
}

/** How accounts sign in through one provider: what the settings do not say. */
export interface Provider {
  name: ProviderName
  displayName: string
  /** Default addresses, empty where the settings have to give them. */
  authUrl: string
  tokenUrl: string
  userApiUrl: string
  scopes: readonly string[]
  /** Whether it takes a proof of who began the sign-in (PKCE). */
  pkce: boolean
  /** Whether the provider reports only email addresses that the user has verified. `toUser` may decide otherwise for one user. */
  provesEmail: boolean
  /** Beside the usual parameters of the address where users sign in. */
  authParameters?: Readonly<Record<string, string>>
  /** Beside the usual headers of the request for the user. */
  userHeaders?: (source: UserSource) => Record<string, string>
  /** Where what it says of a user comes from, when not from the user API. */
  findUser?: (source: UserSource) => Promise<Record<string, unknown>>
  /** Reads what it says of a user. Rejects when that is not of the expected form, or the user may not sign in. */
  toUser: (reply: unknown, source: UserSource) => Promise<ProviderUser>
}

type Reply = v.GenericSchema<unknown, Record<string, unknown>>

interface Description<Schema extends Reply> extends Omit<Provider, 'toUser'> {
  /** The part of its answer that counts. */
  reply: Schema
  toUser: (reply: v.InferOutput<Schema>, source: UserSource) => Partial<ProviderUser> | Promise<Partial<ProviderUser>>
}

const nobody = { id: '', name: '', username: '', email: '', avatarUrl: '' }

/** Makes a provider of its description. */
export const defineProvider = <Schema extends Reply>({ reply: schema, toUser, ...kind }: Description<Schema>): Provider => ({
  ...kind,
  toUser: async (reply, source) => {
    const user = { ...nobody, isEmailProven: kind.provesEmail, ...(await toUser(v.parse(schema, reply), source)) }
    return { ...user, isEmailProven: user.isEmailProven && user.email !== '' }
  },
})
