/** What an OAuth2 provider returns with the user's browser. */
export interface ProviderReturn {
  /** The `state`: id of the realtime client that waits. */
  clientId: string
  /** Empty when the provider gave none. */
  code: string
  /** Empty when nothing went wrong. */
  error: string
  /** Name of this server's application. */
  appName: string
  /** Names of the providers that the code may come from. */
  providers: readonly string[]
}
