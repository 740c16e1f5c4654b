/**
 * Addresses whose private keys are printed by every start of anvil and hardhat (mnemonic "test test … junk").
 * Anyone can spend from them, so production start-up refuses them as settler, seller or owner. Lower case.
 */
export const ANVIL_KEY_ADDRESSES: ReadonlySet<string> = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
]);

/** The sandbox's own accounts on Solana: their keys are hashes of words in this repository. */
export const SOLANA_KEY_ADDRESSES: ReadonlySet<string> = new Set([
  '4yZARscTpxU86DbaYni5EFdbAqruM2UZrAA2JsfGv4Ar',
  'HWKhdYv2uEWWWSM3ctZM5YwpMNenuW6wrrw9aoNYJpC9',
  'AWrU8UxZt7vGNvYnG1cUCGVikEaA33XbNAT9TfpfKVLt',
  '8djdEe5fcTUG9pKNtqF46rszhQhDWkpRazgXD6FBAt7r',
  'DruTrzG2xUZJs532LZ63hrzgGLWs1xyveke9NFS3uzXa',
  '12fambm34bonQveYShUqRo7uYkAGiZastZyaosy2Q3AY',
  '3tBrSdc76diYNUBrdgQbfSus2Girgqj4wEtKEGGEhjCj',
  '3TqUU8YGZxHoJVHS9tBJUDu2GbgJsfmee9BSTMuafxy9',
  'A5FkAUYBvG8NCf1CaUXswp7L5zFdnSUHQtFhJQdowoNM',
  '5LPb7u7aZqtgGmdU1K9PHQ6tBqJKsbpx7LHymYVVho44',
]);

/**
 * The edge of a sandbox: its private half is 32 bytes 0x0a, so that anybody can speak as it. Believed where no other
 * edge is configured and no money is real; production refuses it.
 */
export const SANDBOX_EDGE_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'Q6cucUQBdi32a2jCbfvfJoKq7J8kdOykYT5CSg-6_Tw',
  kid: 'r4thRn8KdhhgGDrzOwmSwySqMcXeIdd9SG333J-ZNtU',
} as const;
