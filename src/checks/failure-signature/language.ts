/** What a seller or buyer writes in, as far as commands differ. */
export type Language =
  | 'node'
  | 'python'
  | 'go'
  | 'rust'
  | 'ruby'
  | 'php'
  | 'java'
  | 'elixir'
  | 'dotnet'
  | 'shell';
