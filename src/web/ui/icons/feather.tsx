import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function FeatherIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M14.086 18.412A2 2 0 0112.67 19H5v-7.672a2 2 0 01.586-1.414L11.75 3.75a6 6 0 118.49 8.49zM16 8 2 22M17.488 15H9" />
    </LineIcon>
  );
}
