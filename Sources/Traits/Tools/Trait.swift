#if !Tools
  #error("Enable the trait “Tools” of the package naru to use its command plugin.")
#endif
