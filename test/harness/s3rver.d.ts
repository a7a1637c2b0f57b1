declare module 's3rver' {
  /** An S3 server that stores its objects in a folder. Its only access key is S3RVER with the secret S3RVER. */
  // biome-ignore lint/style/noDefaultExport: it has no other
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
