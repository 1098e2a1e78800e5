#if !Server
  #error("Enable the trait “Server” of the package naru to use NaruServer.")
#endif
