import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

const user = part({ id: text, name: text, avatar_url: text, person: part({ email: text }) })

export const notion = defineProvider({
  name: 'notion',
  displayName: 'Notion',
  authUrl: 'https://api.notion.com/v1/oauth/authorize',
  tokenUrl: 'https://api.notion.com/v1/oauth/token',
  userApiUrl: 'https://api.notion.com/v1/users/me',
  scopes: [],
  pkce: true,
  // Notion does not report whether an address is verified.
  verifiesEmails: false,
  // Notion's documentation requires it.
  authParameters: { owner: 'user' },
  userHeaders: () => ({ 'Notion-Version': '2022-06-28' }),
  // The token belongs to the bot of the integration. Its owner is the user who has signed in.
  reply: v.object({ bot: part({ owner: part({ user }) }) }),
  toUser: ({ bot: { owner } }) => ({
    id: owner.user.id,
    name: owner.user.name,
    email: owner.user.person.email,
    avatarUrl: owner.user.avatar_url,
  }),
})
