// What every host has and the language's own library does not declare. Nothing else of a host is used here.

declare class TextEncoder {
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true });
  decode(bytes: Uint8Array): string;
}
