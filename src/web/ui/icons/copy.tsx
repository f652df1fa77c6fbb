import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function CopyIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <rect x="8" y="8" width="14" height="14" rx="2" />
      <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
    </LineIcon>
  );
}
