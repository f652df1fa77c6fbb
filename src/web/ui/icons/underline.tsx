import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function UnderlineIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M6 4v6a6 6 0 0 0 12 0V4M4 20L20 20" />
    </LineIcon>
  );
}
