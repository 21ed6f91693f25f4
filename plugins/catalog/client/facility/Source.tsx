import { useTexts } from '@sinter/sdk/ui';

/** Where facts were read, as a link. A file of a public repository is named without its scheme. */
export function Source({ source }: { source: string | null }) {
  const t = useTexts();
  const address = addressOf(source);
  if (address === null) return t('facility.source.none');
  return (
    <a href={address} target="_blank" rel="noreferrer" title={address}>
      {t('facility.source')}
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}

export function addressOf(source: string | null): string | null {
  if (source === null) return null;
  const [, owner, repository, path] = /^github\.com\/([^/]+)\/([^/]+)\/(.+)$/.exec(source) ?? [];
  if (owner !== undefined && repository !== undefined && path !== undefined) {
    return `https://github.com/${owner}/${repository}/blob/HEAD/${path.split('/').map(encodeURIComponent).join('/')}`;
  }
  return source.startsWith('https://') ? source : null;
}
