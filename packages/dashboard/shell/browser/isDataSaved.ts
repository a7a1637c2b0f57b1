/** Whether the browser's data saver is on, so that nothing should be preloaded. */
export function isDataSaved(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
