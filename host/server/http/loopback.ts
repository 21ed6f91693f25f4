const loopback = /^(localhost|([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (address: URL): boolean => loopback.test(address.hostname);
