#if !Server
  #error("NaruServer needs the package trait “Server” (or --enable-all-traits).")
#endif
