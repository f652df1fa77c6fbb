import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function HeadingIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M6 12h12M6 20V4M18 20V4" />
    </LineIcon>
  );
}
