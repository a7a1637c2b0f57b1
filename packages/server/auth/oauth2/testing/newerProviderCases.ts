import type { newerProviderNames } from '@coffer/schema'
import type { ProviderUser } from '../ProviderProof.ts'

/** A response of a provider, and the user in it. */
export interface ProviderCase {
  /** Response of the user API. */
  reply: unknown
  token?: Record<string, unknown>
  /** Configured URLs, if the result depends on them. */
  authUrl?: string
  tokenUrl?: string
  /** Response of the emails list, if it is requested. */
  emails?: { at?: string; status?: number; json?: unknown }
  /** Undefined if the user must be rejected. */
  user?: Partial<ProviderUser>
}

const mail = 'ann@fresh.example'
const avatarUrl = 'https://pics.example/a'

/** Cases of the providers that PocketBase 0.22 does not have. */
export const newerProviderCases: Record<(typeof newerProviderNames)[number], ProviderCase[]> = {
  box: [
    {
      reply: { id: 'b1', name: 'Bo', login: mail, avatar_url: avatarUrl, status: 'active' },
      user: { id: 'b1', name: 'Bo', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { id: 'b2', login: mail, status: 'inactive' } },
    { reply: { id: 'b2', login: mail } },
  ],
  instagram2: [
    {
      reply: { id: 'app-1', user_id: 'i1', name: 'Ina', username: 'ina', profile_picture_url: avatarUrl, email: mail },
      user: { id: 'i1', name: 'Ina', username: 'ina', avatarUrl },
    },
    { reply: { id: 'app-2' }, user: {} },
  ],
  lark: [
    {
      reply: { code: 0, data: { union_id: 'on_1', open_id: 'ou_1', name: 'Lan', avatar_url: avatarUrl, email: mail } },
      user: { id: 'on_1', name: 'Lan', avatarUrl },
    },
    { reply: { code: 20005, msg: 'no' }, user: {} },
  ],
  linear: [
    {
      reply: { data: { viewer: { id: 'l1', name: 'Lin', displayName: 'lin', email: mail, avatarUrl, active: true } } },
      user: { id: 'l1', name: 'Lin', username: 'lin', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { data: { viewer: { id: 'l2', active: true, avatarUrl: null } } }, user: { id: 'l2' } },
    { reply: { data: { viewer: { id: 'l3', active: false } } } },
    { reply: { data: null, errors: [{ message: 'no' }] } },
  ],
  monday: [
    {
      reply: { data: { me: { id: 'm1', enabled: true, name: 'Mo', email: mail, is_verified: true, photo_small: avatarUrl } } },
      user: { id: 'm1', name: 'Mo', email: mail, avatarUrl },
    },
    { reply: { data: { me: { id: 'm2', enabled: true, email: mail, is_verified: false } } }, user: { id: 'm2' } },
    { reply: { data: { me: { id: 'm3', enabled: false } } } },
    { reply: { errors: [{ message: 'no' }] } },
  ],
  notion: [
    {
      reply: {
        id: 'bot',
        name: 'The integration',
        bot: { owner: { type: 'user', user: { id: 'n1', name: 'Noa', avatar_url: avatarUrl, person: { email: mail } } } },
      },
      user: { id: 'n1', name: 'Noa', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { id: 'bot', bot: { owner: { type: 'workspace', workspace: true } } }, user: {} },
  ],
  trakt: [
    {
      reply: {
        user: { username: 'tra', name: 'Tra', ids: { slug: 'tra', uuid: 't1' }, images: { avatar: { full: avatarUrl } } },
      },
      user: { id: 't1', name: 'Tra', username: 'tra', avatarUrl },
    },
    { reply: { user: { ids: { slug: 'only' } } }, user: {} },
  ],
  wakatime: [
    {
      reply: {
        data: {
          id: 'w1',
          display_name: 'Wak',
          username: 'wak',
          email: mail,
          is_email_confirmed: true,
          photo: avatarUrl,
          photo_public: true,
        },
      },
      user: { id: 'w1', name: 'Wak', username: 'wak', email: mail, avatarUrl },
    },
    {
      reply: {
        data: { id: 'w2', username: null, email: mail, is_email_confirmed: false, photo: avatarUrl, photo_public: false },
      },
      user: { id: 'w2' },
    },
  ],
}
