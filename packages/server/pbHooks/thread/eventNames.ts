const changes = ['Create', 'Update', 'Delete'].flatMap(action => [`Before${action}`, `After${action}`])
const around = (names: readonly string[]) => names.flatMap(name => [`Before${name}`, `After${name}`])
const accountSteps = around([
  'AuthWithPassword',
  'AuthWithOAuth2',
  'AuthRefresh',
  'RequestPasswordReset',
  'ConfirmPasswordReset',
  'RequestVerification',
  'ConfirmVerification',
  'RequestEmailChange',
  'ConfirmEmailChange',
  'UnlinkExternalAuth',
])
const mails = around(['RecordVerificationSend', 'RecordResetPasswordSend', 'RecordChangeEmailSend', 'AdminResetPasswordSend'])

/** The names of the functions that register hooks in 0.22. */
export const eventNames: readonly string[] = [
  ...changes.flatMap(change => [
    `onModel${change}`,
    `onRecord${change}Request`,
    `onAdmin${change}Request`,
    `onCollection${change}Request`,
  ]),
  ...accountSteps.map(step => `onRecord${step}Request`),
  ...accountSteps
    .slice(0, 2)
    .concat(accountSteps.slice(4, 10))
    .map(step => `onAdmin${step}Request`),
  ...mails.map(mail => `onMailer${mail}`),
  ...['RecordsList', 'RecordView', 'RecordAuth', 'RecordListExternalAuths', 'AdminsList', 'AdminView', 'AdminAuth'].map(
    name => `on${name}Request`,
  ),
  ...['CollectionsList', 'CollectionView', 'CollectionsBeforeImport', 'CollectionsAfterImport'].map(name => `on${name}Request`),
  ...['SettingsList', 'SettingsBeforeUpdate', 'SettingsAfterUpdate', 'FileDownload', 'FileBeforeToken', 'FileAfterToken'].map(
    name => `on${name}Request`,
  ),
  ...['RealtimeConnect', 'RealtimeDisconnect', 'RealtimeBeforeSubscribe', 'RealtimeAfterSubscribe'].map(
    name => `on${name}Request`,
  ),
  'onRealtimeBeforeMessageSend',
  'onRealtimeAfterMessageSend',
  'onBeforeBootstrap',
  'onAfterBootstrap',
  'onBeforeApiError',
  'onAfterApiError',
  'onTerminate',
]

/** The events of every error response. */
export const errorEvents: readonly [before: string, after: string] = ['onBeforeApiError', 'onAfterApiError']

/** The events of responses that could be cached. */
export const readEvents: readonly string[] = ['onRecordsListRequest', 'onRecordViewRequest', 'onFileDownloadRequest']
