/** `https://api.example:8443` → `did:web:api.example%3A8443` (did:web method specification). */
export const didWeb = (publicUrl: string): string => `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`;
