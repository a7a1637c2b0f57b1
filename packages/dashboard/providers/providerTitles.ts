import type { ProviderName } from '@coffer/schema'

const titles: Record<ProviderName, string> = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  discord: 'Discord',
  twitter: 'Twitter',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  kakao: 'Kakao',
  twitch: 'Twitch',
  strava: 'Strava',
  gitee: 'Gitee',
  livechat: 'LiveChat',
  gitea: 'Gitea',
  oidc: 'OpenID Connect',
  oidc2: '(2) OpenID Connect',
  oidc3: '(3) OpenID Connect',
  apple: 'Apple',
  instagram: 'Instagram',
  vk: 'VK',
  yandex: 'Yandex',
  patreon: 'Patreon (v2)',
  mailcow: 'mailcow',
  bitbucket: 'Bitbucket',
  planningcenter: 'Planning Center',
  instagram2: 'Instagram Login',
  linear: 'Linear',
  notion: 'Notion',
  monday: 'monday.com',
  lark: 'Lark',
  box: 'Box',
  trakt: 'Trakt',
  wakatime: 'WakaTime',
}

/** Returns the title of an OAuth2 provider; its capitalized name if it is unknown. */
export function providerTitle(name: string): string {
  return Object.hasOwn(titles, name) ? titles[name as ProviderName] : name.charAt(0).toUpperCase() + name.slice(1)
}
