import type { ProviderName } from '@coffer/schema'
import type { Provider } from './Provider.ts'
import { apple } from './providers/apple.ts'
import { bitbucket } from './providers/bitbucket.ts'
import { discord } from './providers/discord.ts'
import { facebook } from './providers/facebook.ts'
import { gitea } from './providers/gitea.ts'
import { gitee } from './providers/gitee.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { google } from './providers/google.ts'
import { instagram } from './providers/instagram.ts'
import { kakao } from './providers/kakao.ts'
import { livechat } from './providers/livechat.ts'
import { mailcow } from './providers/mailcow.ts'
import { microsoft } from './providers/microsoft.ts'
import { oidc, oidc2, oidc3 } from './providers/oidc.ts'
import { patreon } from './providers/patreon.ts'
import { planningcenter } from './providers/planningcenter.ts'
import { spotify } from './providers/spotify.ts'
import { strava } from './providers/strava.ts'
import { twitch } from './providers/twitch.ts'
import { twitter } from './providers/twitter.ts'
import { vk } from './providers/vk.ts'
import { yandex } from './providers/yandex.ts'

/** All providers by name, sorted. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  apple,
  bitbucket,
  discord,
  facebook,
  gitea,
  gitee,
  github,
  gitlab,
  google,
  instagram,
  kakao,
  livechat,
  mailcow,
  microsoft,
  oidc,
  oidc2,
  oidc3,
  patreon,
  planningcenter,
  spotify,
  strava,
  twitch,
  twitter,
  vk,
  yandex,
}
