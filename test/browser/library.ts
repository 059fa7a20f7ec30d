// All that a browser would be sent: both packages, with nothing shaken off.
export * from '@ken/address';
export * from '@ken/kernel';
