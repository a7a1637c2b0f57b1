const collection = 'Save the collection with saveCollection: its table or view follows.'
const deletion = 'Delete the collection with deleteCollection: its table or view follows.'

/** The names of 0.22 that scripts cannot use, with advice about what to do instead. */
export const notOffered = {
  classes: {
    RecordOAuth2LoginForm:
      'Send the code to auth-with-oauth2 of the API with $http.send. onRecordBeforeAuthWithOAuth2Request changes what it does.',
  },
  app: { restart: 'Restart the server from outside, for example with systemd.' },
  dao: {
    deleteTable: deletion,
    deleteView: deletion,
    saveView: collection,
    syncRecordTableSchema: collection,
    tableInfo: 'Use tableColumns, or a statement of the database with db().newQuery(…).all(…).',
    findLogById: 'The log is read with $app.logsDao().',
    logQuery: 'The log is read with $app.logsDao().',
  },
  /** Members of events. */
  event: {
    providerClient: 'Send a request to the provider with $http.send and the token e.oAuth2User.accessToken.',
  },
  mail: { attachments: 'Store the file and send a link to it, or send the mail with a package in a native hook.' },
  client: { channel: 'The messages to a client are the ones of onRealtimeBeforeMessageSend.' },
} as const satisfies Record<string, Record<string, string>>
