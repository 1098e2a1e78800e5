#if !Auth
  #error("NaruAuthLinux needs the package trait “Auth” (or --enable-all-traits).")
#endif
